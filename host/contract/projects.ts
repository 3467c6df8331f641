import { z } from "zod";

/** A project in the per-user file that all processes share. `id` is derived from the root and never changes. */
export const projectSchema = z.object({ id: z.string(), name: z.string(), root: z.string(), addedAt: z.iso.datetime() });
export type Project = z.infer<typeof projectSchema>;

/** `$SVC_HOME/projects.json`. `extensionIds`: further Chromium extensions that the user lets in, beside our own. */
export const projectsFileSchema = z.object({
  version: z.literal(1),
  projects: z.array(projectSchema),
  extensionIds: z.array(z.string().regex(/^[a-p]{32}$/)).default([]),
});
export type ProjectsFile = z.infer<typeof projectsFileSchema>;
