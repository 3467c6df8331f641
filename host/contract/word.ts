import { z } from "zod";

/** A word of a list that newer versions make longer: one that is not known stays as they wrote it. */
export const word = z.string().regex(/^[a-z][a-z-]{0,39}$/);
