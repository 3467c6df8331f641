/** Attributes that teams use as test ids, the commonest first. */
export const testIdAttributes = [
  "data-testid",
  "data-test-id",
  "data-test",
  "data-cy",
  "data-qa",
  "data-e2e",
  "data-pw",
  "data-automation-id",
] as const;
