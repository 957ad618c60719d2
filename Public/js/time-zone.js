// The time zone of the device, for sign-up.
cairn.each("input[data-time-zone]", (input) => {
  input.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
});
