/** Longest wait for the window to be painted without the sidebar, in milliseconds: in a tab in the background nothing is painted. */
const paintMs = 300;

/** What the window shows of the page, our own element hidden for that instant: PNG in base64. `takePicture` gives it as a data URL. */
export async function takeWindowPicture(host: HTMLElement, takePicture: () => Promise<string>): Promise<string> {
  host.style.setProperty("visibility", "hidden", "important");
  try {
    await painted();
    const url = await takePicture();
    return url.slice(url.indexOf(",") + 1);
  } finally {
    host.style.setProperty("visibility", "visible", "important");
  }
}

/** Two frames later what was hidden is off the screen. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, paintMs);
  });
}
