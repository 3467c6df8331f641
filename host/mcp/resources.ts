import type { ListResourcesResult, ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { ToolContext } from "../tools/context.js";
import type { Door } from "./door.js";
import { fileNameText } from "./file-names.js";

export interface Resources {
  list(cursor: string | undefined): Promise<ListResourcesResult>;
  read(uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
}

/** Captures as resources, `svc://captures/<filename>`: what get_capture says of one, wrapped and bounded alike. */
export function makeResources(context: () => Promise<ToolContext>, door: Door): Resources {
  return {
    async list(cursor) {
      const { captures, nextCursor } = await pageOf(await context(), cursor);
      const resources = captures.map(({ filename, capturedAt, elements }) => ({
        uri: `${prefix}${encodeURIComponent(filename)}`,
        name: fileNameText(filename),
        description: `${elements} elements, captured ${capturedAt}`,
        mimeType,
      }));
      return nextCursor === undefined ? { resources } : { resources, nextCursor };
    },
    async read(uri, signal) {
      if (!uri.startsWith(prefix)) throw new McpError(ErrorCode.InvalidParams, `Resources are named ${prefix}<filename>.`);
      const args = { capture: filenameIn(uri), detail: "content", maxTokens: limits.toolTokensMax };
      const { content, isError } = await door({ name: "get_capture", args, signal });
      const text = content.map((block) => block.text).join("");
      if (isError) throw new McpError(ErrorCode.InvalidParams, text);
      return { contents: [{ uri, mimeType, text }] };
    },
  };
}

/** A cursor of somebody's own making is the client's mistake, and told as such. */
async function pageOf({ captures }: ToolContext, cursor: string | undefined): ReturnType<ToolContext["captures"]["list"]> {
  try {
    return await captures.list({ limit: limits.listMax, cursor });
  } catch (error) {
    if (error instanceof ServiceError && error.code === "invalid-input") throw new McpError(ErrorCode.InvalidParams, error.message);
    throw error;
  }
}

/** Throws McpError for escapes that say nothing. */
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
