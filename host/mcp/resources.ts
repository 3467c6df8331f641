import { ErrorCode, type ListResourcesResult, McpError, type ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { ToolContext } from "../tools/context.js";
import type { ToolDispatcher } from "./tool-dispatcher.js";
import { fileNameText } from "./write-text.js";

/** Captures as resources, `svc://captures/<filename>`: get_capture's answer about one, wrapped and bounded alike. */
export function makeResources(context: () => Promise<ToolContext>, dispatch: ToolDispatcher) {
  return {
    async list(cursor: string | undefined): Promise<ListResourcesResult> {
      const { captures, nextCursor } = await pageOf(await context(), cursor);
      const resources = captures.map(({ filename, capturedAt, elements }) => ({
        uri: `${prefix}${encodeURIComponent(filename)}`,
        name: fileNameText(filename),
        description: `${elements} elements, captured ${capturedAt}`,
        mimeType,
      }));
      return nextCursor === undefined ? { resources } : { resources, nextCursor };
    },
    async read(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
      if (!uri.startsWith(prefix)) throw new McpError(ErrorCode.InvalidParams, `Resources are named ${prefix}<filename>.`);
      const args = { capture: filenameIn(uri), detail: "content", maxTokens: limits.toolTokensMax };
      const { content, isError } = await dispatch({ name: "get_capture", args, signal });
      const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
      if (isError) throw new McpError(ErrorCode.InvalidParams, text);
      return { contents: [{ uri, mimeType, text }] };
    },
  };
}

/** An invalid cursor is the client's mistake, and reported as such. */
async function pageOf({ captures }: ToolContext, cursor: string | undefined): ReturnType<ToolContext["captures"]["list"]> {
  try {
    return await captures.list({ limit: limits.listMax, cursor });
  } catch (error) {
    if (error instanceof ServiceError && error.code === "invalid-input") throw new McpError(ErrorCode.InvalidParams, error.message);
    throw error;
  }
}

/** Throws McpError for escapes that cannot be decoded. */
function filenameIn(uri: string): string {
  try {
    return decodeURIComponent(uri.slice(prefix.length));
  } catch (cause) {
    throw new McpError(ErrorCode.InvalidParams, `Resources are named ${prefix}<filename>; this one has escapes that cannot be read.`, {
      cause,
    });
  }
}

const prefix = "svc://captures/";
const mimeType = "application/json";
