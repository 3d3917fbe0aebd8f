-- What weakens the second person counts once another who held the right agrees to it, or a day later
-- unless somebody objects (C20), as with payouts.
alter table checker_changes
  -- The first behind it: whoever made it, where their own right counts.
  add column backed_by uuid references users (id),
  add column agreed_by uuid references users (id),
  add column agreed_at timestamptz,
  add column objected_by uuid references users (id),
  add column objected_at timestamptz;
