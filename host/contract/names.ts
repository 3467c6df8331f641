/** Name of the native messaging host, as the browsers' manifests spell it. */
export const nativeHostName = "com.svc.host";

export const mcpServerName = "svc";

export const storeFolderName = ".svc";

/** Id that the `key` of the Chrome manifest fixes, for unpacked and packed builds alike. */
export const chromeExtensionId = "eemgehibfcmfacgodakggmmdpalcobpf";

/** Id that the Firefox manifest fixes. */
export const firefoxExtensionId = "svc@svc-capture.example";

export const delimiters = {
  page: { open: "[CAPTURED_TEXT]", close: "[/CAPTURED_TEXT]" },
  user: { open: "[USER_COMMENT]", close: "[/USER_COMMENT]" },
} as const;

export const signatureHeaders = {
  session: "X-SVC-Session",
  timestamp: "X-SVC-Timestamp",
  signature: "X-SVC-Signature",
} as const;

/** Headers with which a server proves the key: beside a challenge, and on each answer to a signed request. */
export const proofHeaders = { keyCheck: "X-SVC-Key-Check", answer: "X-SVC-Answer" } as const;
