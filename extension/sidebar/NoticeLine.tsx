import { Show } from "solid-js";
import { Button } from "./Button.js";
import type { Tasks } from "./create-task.js";
import { texts } from "./texts.js";

/** What runs now, else what came of the last task. Read out by screen readers. */
export function NoticeLine(props: { readonly tasks: Tasks }) {
  return (
    <div class="notices" aria-live="polite">
      <Show when={props.tasks.running() === ""} fallback={<Progress what={props.tasks.running()} />}>
        <Show when={props.tasks.notice()}>
          {(notice) => (
            <p class={`notice ${notice().kind}`}>
              <span>{notice().text}</span>
              <Show when={notice().undo}>
                {(undo) => (
                  <Button
                    label={texts.undo}
                    class="quiet"
                    onPress={() => {
                      undo()();
                      props.tasks.say(undefined);
                    }}
                  />
                )}
              </Show>
            </p>
          )}
        </Show>
      </Show>
    </div>
  );
}

function Progress(props: { readonly what: string }) {
  return (
    <div class="working">
      <p class="faint">{props.what}</p>
      <progress aria-label={props.what} />
    </div>
  );
}
