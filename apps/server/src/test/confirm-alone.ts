/**
 * Whoever acts in a story confirms alone, unless the story is about the second person and switches
 * the rule on: their organisations have more than one who may. A restored database has to be told
 * again.
 */
export const confirmAlone =
  'alter table maker_checker_settings alter column confirming set default false'
