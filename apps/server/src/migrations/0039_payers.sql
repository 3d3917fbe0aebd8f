-- Who may pay, and what has changed about that (C20).

-- What each role is granted: filled from the contract at every start, and by nothing else.
create table role_grants (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
grant select on role_grants to mshahara_app, mshahara_platform;

-- What weakens the rule of the second person. It counts once another payer has agreed, or a day
-- later unless somebody has objected.
create table payer_changes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('rule_off', 'payer_left', 'payer_joined')),
  -- Who may pay, or may not any more.
  user_id uuid references users (id),
  -- What was set before, of a rule: null is as soon as there is a second person.
  was boolean,
  made_by uuid references users (id),
  made_at timestamptz not null default app_now(),
  -- The first payer behind it: whoever made it, where their own right counts. Somebody who may
  -- not pay cannot be the first of the two.
  backed_by uuid references users (id),
  agreed_by uuid references users (id),
  agreed_at timestamptz,
  objected_by uuid references users (id),
  objected_at timestamptz,
  -- Undone before it counted.
  withdrawn_at timestamptz,
  -- The others have heard of it.
  told_at timestamptz,
  primary key (organization_id, id),
  check ((kind = 'rule_off') = (user_id is null))
);
create index payer_changes_newest on payer_changes (organization_id, made_at desc);
create index payer_changes_untold on payer_changes (made_at) where told_at is null;
call org_table('payer_changes', 'payouts', '', 'told_at');
-- Changes are noted by triggers, agreed and objected to by functions.
revoke insert, update, delete on payer_changes from mshahara_app;
