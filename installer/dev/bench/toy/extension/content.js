{
  const host = document.createElement("div");
  host.style.cssText = "position: fixed; inset: 0 0 0 auto; z-index: 9";
  const frame = document.createElement("iframe");
  frame.style.cssText = "width: 400px; height: 100%; border: 0";
  frame.src = chrome.runtime.getURL("panel.html");
  host.attachShadow({ mode: "closed" }).append(frame);
  document.documentElement.append(host);
}
