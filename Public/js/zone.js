// The time zone of the device, for sign-up.
(() => {
  for (const input of document.querySelectorAll("input[data-time-zone]")) {
    input.value = input.value || Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
})();
