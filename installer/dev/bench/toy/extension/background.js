chrome.action.onClicked.addListener(async ({ id }) => {
  const run = () => chrome.scripting.executeScript({ target: { tabId: id }, files: ["content.js"] });
  // Right after a navigation the click's grant may come later than the script.
  await run().catch(() => setTimeout(run, 50));
});

let port;
chrome.runtime.onMessage.addListener((text) => {
  port ??= chrome.runtime.connectNative("toy");
  port.postMessage(text);
});
