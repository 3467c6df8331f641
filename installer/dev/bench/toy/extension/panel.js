document.querySelector("button").addEventListener("click", () => chrome.runtime.sendMessage("x".repeat(globalThis.bytes)));
