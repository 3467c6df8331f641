import { config } from "zod";

/** Keeps zod from compiling code at run time, which an extension's content security policy forbids. Import it before any schema is used. */
config({ jitless: true });
