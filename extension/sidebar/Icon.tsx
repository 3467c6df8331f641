/** Outlines on a 16 × 16 grid, drawn for this sidebar. */
const outlines = {
  close: "M4 4l8 8M12 4l-8 8",
  pick: "M3 6V3h3M10 3h3v3M6 13H3v-3M7.5 7.5l6 2.2-2.6 1.2-1.2 2.6z",
  region: "M3 5V3h2M7.5 3h1M11 3h2v2M13 7.5v1M13 11v2h-2M8.5 13h-1M5 13H3v-2M3 8.5v-1",
  page: "M4.5 2.5h5l2.5 2.5v8.5h-7.5zM6.5 7.5h3.5M6.5 10h3.5",
  shield: "M8 2l4.5 1.6v3.9c0 3-1.9 5.1-4.5 6.3-2.6-1.2-4.5-3.3-4.5-6.3V3.6z",
  refresh: "M12.5 6.5A5 5 0 1 0 13 9M12.8 3v3.6H9.2",
  left: "M2.5 3h11v10h-11zM6.5 3v10",
  right: "M2.5 3h11v10h-11zM9.5 3v10",
  back: "M10 3.5L5.5 8l4.5 4.5",
  forth: "M6 3.5L10.5 8 6 12.5",
  edit: "M3.5 12.5l.5-2.5 6.5-6.5 2 2L6 12z",
  trash: "M3.5 4.5h9M6.5 4.5V3h3v1.5M5 4.5l.5 8.5h5l.5-8.5",
} as const;

export function Icon(props: { readonly name: keyof typeof outlines }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={outlines[props.name]} />
    </svg>
  );
}
