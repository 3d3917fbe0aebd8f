-- Who belongs to an organisation, what they are told, and who of them may pay.

create table memberships (
  organization_id uuid not null default app_org() references organizations (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('primary', 'admin', 'finance', 'user', 'employee')),
  status text not null default 'active' check (status in ('active', 'inactive', 'invited')),
  permissions text[] not null default '{}',
  -- Who gave the role: an invitation that is accepted later was their act.
  granted_by uuid references users (id),
  employee_id uuid,
  -- Inactive because of the employee's status, and not because somebody switched the sign-in off.
  off_by_record boolean not null default false,
  -- As the inviter wrote it; shown until the person accepts.
  invited_as jsonb,
  -- What stands for the ID number at a first sign-in, which so names the organisation (A6).
  activation_hash bytea,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, user_id),
  constraint memberships_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index memberships_of_user on memberships (user_id);
create unique index memberships_one_per_employee on memberships (organization_id, employee_id);
-- The digest stays out of the log.
call org_table('memberships', 'users', 'activation_hash', 'activation_hash,granted_by');
revoke insert, update on memberships from mshahara_app;
grant update (role, status, permissions, off_by_record, invited_as) on memberships to mshahara_app;
call erasable('memberships', 'delete');
create trigger keep_a_primary before update or delete on memberships
  for each row execute function keep_a_primary();
create trigger only_the_invited_accepts before update on memberships
  for each row execute function only_the_invited_accepts();
-- The application's own role changes only what whoever is bound may change, and every road to a
-- change of who may pay is noted (A4, C20).
create trigger guard_membership before update or delete on memberships
  for each row when (current_user = 'mshahara_app') execute function guard_membership();
create trigger follow_payers before insert or update or delete on memberships
  for each row execute function follow_payers();
create trigger note_first_use after insert or update of status, employee_id on memberships
  for each row when (new.employee_id is not null) execute function note_first_use();

create policy colleagues on users to mshahara_app
  using (id = (select bound_user()) or exists (
    select from memberships m where m.user_id = users.id and m.status <> 'invited'))
  with check (id = (select bound_user()));

create table notifications (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- The same news is told once.
  key text,
  title text not null,
  text text not null,
  link text,
  read_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  -- Whoever goes takes the news meant for them along.
  constraint notifications_member foreign key (organization_id, user_id)
    references memberships (organization_id, user_id) on delete cascade,
  unique (organization_id, user_id, key)
);
create index notifications_newest on notifications (organization_id, user_id, created_at desc);
call org_table('notifications', '');
revoke delete on notifications from mshahara_app;
create trigger guard_own before update on notifications
  for each row when (current_user = 'mshahara_app') execute function guard_notification();
create trigger news after insert on notifications
  for each row execute function tell_of_news();

-- ---------------------------------------------------------------- who may pay

create table payout_settings (
  organization_id uuid primary key references organizations (id),
  -- Null: as soon as there is a second person.
  second_person boolean
);
call settings_table('payout_settings', 'payouts');
revoke update on payout_settings from mshahara_app;
grant update (second_person) on payout_settings to mshahara_app;
create trigger follow_rule after update of second_person on payout_settings
  for each row when (old.second_person is distinct from new.second_person)
  execute function follow_rule();
create trigger guard_rule before update on payout_settings
  for each row when (current_user = 'mshahara_app') execute function guard_rule();

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
