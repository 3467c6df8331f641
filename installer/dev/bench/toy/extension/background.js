chrome.action.onClicked.addListener(({ id }) => chrome.scripting.executeScript({ target: { tabId: id }, files: ["content.js"] }));

let port;
chrome.runtime.onMessage.addListener((text) => {
  port ??= chrome.runtime.connectNative("toy");
  port.postMessage(text);
});
