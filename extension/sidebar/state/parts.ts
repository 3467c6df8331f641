import type { Lines } from "../connect.js";
import type { Annotations } from "./annotations.js";
import type { DraftState } from "./draft.js";
import type { LayoutState } from "./layout.js";
import type { Project } from "./project.js";
import type { Tasks } from "./tasks.js";

export interface Parts {
  readonly lines: Lines;
  readonly project: Project;
  readonly annotations: Annotations;
  readonly draft: DraftState;
  readonly tasks: Tasks;
  readonly layout: LayoutState;
}
