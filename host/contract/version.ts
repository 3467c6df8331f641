/** Filled in by the build from package.json; absent when sources run unbuilt. */
declare const __SVC_VERSION__: string | undefined;

/** Version of this service: of the host, the extension and every answer that contains it. */
export const version: string = typeof __SVC_VERSION__ === "string" ? __SVC_VERSION__ : "0.0.0";
