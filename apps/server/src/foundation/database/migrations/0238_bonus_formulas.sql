-- By which formulas the amounts of a column were filled, for whom: kept with the run, and shown.
alter table off_cycle_items add column formulas jsonb not null default '[]'
  check (jsonb_typeof(formulas) = 'array' and jsonb_array_length(formulas) <= 20);
