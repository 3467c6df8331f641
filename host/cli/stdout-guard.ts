/** Imported first: stdout of an MCP or native-host process carries protocol only, whatever a library wants to say. */
for (const method of ["log", "info", "debug", "table", "dir", "trace", "group"] as const) console[method] = console.error;

export {};
