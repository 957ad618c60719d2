// A person's picture in a form: a preview before it is sent, or a photo from this device's camera. Without this there
// is only the browser's own file field.
(() => {
  // Phones offer the camera in the file field itself; other devices get a button.
  const offerCamera = (field, input) => {
    if (!navigator.mediaDevices?.getUserMedia || matchMedia("(pointer: coarse)").matches) return;
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button button-small button-quiet",
    });
    button.append(cairn.icon("camera"), "Take one now");
    input.after(button);
    button.addEventListener("click", async () => {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "user", width: { ideal: 1280 } },
      }).catch(() => null);
      if (stream) open(stream, input);
      else cairn.toast("The camera cannot be used: this page may not, or another program has it.");
    });
  };

  const open = (stream, input) => {
    const dialog = Object.assign(document.createElement("dialog"), { className: "camera" });
    dialog.setAttribute("aria-label", "Take a picture");
    const video = Object.assign(document.createElement("video"), {
      autoplay: true,
      muted: true,
      playsInline: true,
      srcObject: stream,
    });
    const ends = Object.assign(document.createElement("div"), { className: "dialog-ends" });
    const cancel = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button button-quiet",
      textContent: "Cancel",
    });
    const take = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button",
      textContent: "Take it",
    });
    ends.append(cancel, take);
    dialog.append(video, ends);
    document.body.append(dialog);
    cancel.addEventListener("click", () => dialog.close());
    take.addEventListener("click", async () => {
      const file = await picture(video);
      if (!file) return;
      const files = new DataTransfer();
      files.items.add(file);
      input.files = files.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      stream.getTracks().forEach((track) => track.stop());
      dialog.remove();
    });
    dialog.showModal();
    take.focus();
  };

  // The square in the middle. The preview in the dialog is mirrored, the picture is not.
  const picture = async (video) => {
    const side = Math.min(video.videoWidth, video.videoHeight);
    if (!side) return null;
    const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
    canvas.getContext("2d").drawImage(
      video,
      (video.videoWidth - side) / 2,
      (video.videoHeight - side) / 2,
      side,
      side,
      0,
      0,
      side,
      side,
    );
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
    return blob && new File([blob], "camera.jpg", { type: blob.type });
  };

  cairn.each("[data-picture]", (field) => {
    const input = field.querySelector("input[type='file']");
    const shown = field.querySelector("[data-picture-shown]");
    const before = shown.innerHTML;
    let address = "";
    input.addEventListener("change", () => {
      const file = input.files[0];
      shown.innerHTML = before;
      // Not earlier: swapping or printing a page reads the picture again.
      URL.revokeObjectURL(address);
      if (!file) return;
      address = URL.createObjectURL(file);
      const image = Object.assign(new Image(), { className: "avatar", alt: "", src: address });
      // A format that this browser cannot show, such as HEIC, may still be accepted.
      image.decode().then(() => shown.replaceChildren(image), () => {});
    });
    offerCamera(field, input);
  });
})();
