declare const __SVC_VERSION__: string | undefined;

/** Version of the package; the build writes it in. */
export const version = typeof __SVC_VERSION__ === "string" ? __SVC_VERSION__ : "0.0.0";
