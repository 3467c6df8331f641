import { Button } from "./Button.js";
import type { SidebarState } from "./create-sidebar.js";
import { texts } from "./texts.js";

/** Stands before Send on an untrusted page: trust its host for good, or send this once. */
export function Gate(props: { readonly state: SidebarState }) {
  const pattern = () => props.state.status.current()?.trustPattern ?? "";
  const addToTrusted = () =>
    props.state.tasks.run(texts.addToTrusted, async () => {
      await props.state.status.addToTrusted();
      return undefined;
    });
  return (
    <section class="gate" role="status">
      <p>{texts.blocked}</p>
      <div class="row">
        <Button
          label={texts.addToTrusted}
          title={texts.trustHelp(pattern())}
          disabled={pattern() === ""}
          onPress={() => void addToTrusted()}
        />
        <Button label={texts.sendAnyway} onPress={() => void props.state.send({ sendAnyway: true })} />
      </div>
    </section>
  );
}
