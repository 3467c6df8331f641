/** A page of our own with what a capture must hold and what it must not. Words in `secrets` may stand in no file. */
export const shopPage = {
  html: `<!doctype html>
<html lang="en"><head><title>Shop of lamps</title><style>label{display:block;text-indent:0}@page{size:a4}</style></head>
<body>
<!-- unfinished-comment-secret -->
<header><h1>Lamps</h1><nav aria-label="Main"><a href="#all">All lamps</a> <a href="#new">New</a></nav></header>
<main>
<form aria-label="Order">
<label>Name <input id="name" name="name"></label>
<label>Password <input id="password" type="password" value="prefilled-password-secret"></label>
<label>Card <input id="card" autocomplete="cc-number" value="prefilled-card-secret"></label>
<label>Notes <textarea id="notes">prefilled-notes-secret</textarea></label>
<input type="hidden" name="csrf" value="hidden-field-secret">
<label><input type="checkbox" checked> Gift wrap</label>
<button type="button" id="buy">Buy now</button>
<button type="button" disabled>Sold out</button>
</form>
<p style="display:none">display-none-secret</p>
<p hidden>hidden-attribute-secret</p>
<p style="visibility:hidden">visibility-hidden-secret</p>
<div data-long="${"x".repeat(150)}data-tail-secret">Row</div>
</main>
</body></html>`,
  secrets: [
    "unfinished-comment-secret",
    "prefilled-password-secret",
    "prefilled-card-secret",
    "prefilled-notes-secret",
    "hidden-field-secret",
    "display-none-secret",
    "hidden-attribute-secret",
    "visibility-hidden-secret",
    "data-tail-secret",
  ],
} as const;
