/**
 * Stands in the bundle for the MCP SDK's validator of elicited input, and for the compiler of schemas behind it: a quarter of the
 * program, loaded at every start. This server elicits nothing, and hands the SDK a validator of its own.
 */
export class AjvJsonSchemaValidator {
  constructor() {
    throw new Error("This build validates no elicited input; give the server a jsonSchemaValidator.");
  }
}
