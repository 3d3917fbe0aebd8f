-- How many lines a proposal has is asked of each that waits, on every first screen: what an upload was
-- given, which is long, is not read for it.
alter table proposals add column listed integer not null
  generated always as (coalesce(jsonb_array_length(input -> 'listed'), 0)) stored;
