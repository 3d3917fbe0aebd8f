-- A second pair of eyes (B29): which acts an organisation asks a second person for, what waits for
-- one, and what has weakened that lately (C20).

create table maker_checker_settings (
  organization_id uuid primary key references organizations (id),
  -- Null: as soon as two people hold the right to approve payrolls.
  confirming boolean,
  reversal boolean not null default false,
  salary boolean not null default false,
  payee boolean not null default false
);
call settings_table('maker_checker_settings', 'maker-checker');
create trigger follow_checked_acts after update on maker_checker_settings
  for each row when (old is distinct from new) execute function follow_checked_acts();
create trigger guard_rule before update on maker_checker_settings
  for each row when (current_user = 'mshahara_app') execute function guard_checked_acts();

create table proposals (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint not null generated always as identity,
  -- The call that would do it, and what that was given.
  call text not null,
  input jsonb not null,
  acts text[] not null check (cardinality(acts) > 0),
  -- The right that the call asks for.
  needs text not null,
  subject_id uuid,
  -- Whose own pay or account it is about: none of them checks it.
  people uuid[] not null default '{}',
  title text not null,
  shown jsonb not null,
  digest text not null,
  link text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'agreed', 'sent back', 'withdrawn', 'lapsed', 'void')),
  made_by uuid not null references users (id),
  maker text not null,
  made_at timestamptz not null default app_now(),
  lapses_at timestamptz not null,
  checked_by uuid references users (id),
  checker text,
  decided_at timestamptz,
  reason text,
  -- Everybody who could check it has heard of it by mail.
  told_at timestamptz,
  primary key (organization_id, id),
  constraint proposals_decided check ((state = 'waiting') = (decided_at is null)),
  constraint proposals_checked check (
    (state in ('agreed', 'sent back')) = (checked_by is not null)),
  constraint proposals_reason check ((state = 'sent back') = (reason is not null)),
  constraint proposals_not_ones_own check (state <> 'agreed' or checked_by <> made_by)
);
create index proposals_waiting on proposals (organization_id, made_at) where state = 'waiting';
create index proposals_newest on proposals (organization_id, number desc);
create index proposals_about on proposals (organization_id, subject_id);
create index proposals_untold on proposals (made_at) where told_at is null;
-- One thing waits at a time: the newer proposal about it takes the place of the older.
create unique index proposals_once on proposals (organization_id, call, subject_id)
  where state = 'waiting' and subject_id is not null;
-- What it would do is shown there; the log says who asked, who agreed, and to which digest.
call org_table('proposals', 'maker-checker', 'input,shown,title', 'told_at,lapses_at');
call erasable('proposals', 'update (title, shown, input)');
revoke delete on proposals from mshahara_app;
create trigger guard_proposal before insert or update on proposals
  for each row when (current_user = 'mshahara_app') execute function guard_proposal();
create trigger keep_proposal before update or delete on proposals
  for each row when (current_user <> 'mshahara_eraser') execute function keep_proposal();

create table checker_changes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('rule', 'left', 'joined')),
  -- Who may check, or may not any more, and what.
  user_id uuid references users (id),
  needs text,
  -- The rules as they were.
  was jsonb,
  made_by uuid references users (id),
  made_at timestamptz not null default app_now(),
  -- Undone before it counted.
  withdrawn_at timestamptz,
  told_at timestamptz,
  primary key (organization_id, id),
  check (case kind when 'rule' then was is not null else num_nulls(user_id, needs) = 0 end)
);
create index checker_changes_newest on checker_changes (organization_id, made_at desc);
create index checker_changes_untold on checker_changes (made_at) where told_at is null;
call org_table('checker_changes', 'maker-checker', '', 'told_at');
-- Noted by triggers alone.
revoke insert, update, delete on checker_changes from mshahara_app;
create trigger follow_checkers before insert or update or delete on memberships
  for each row execute function follow_checkers();
create trigger follow_operators_checking before update of super_admin on users
  for each row when (new.super_admin <> old.super_admin)
  execute function follow_operators_checking();

-- ---------------------------------------------------------------- what asks for a second person

create trigger void_proposals after update or delete on payrolls
  for each row execute function void_proposals_of_run();
create trigger second_person_confirms after update on payrolls
  for each row when (current_user = 'mshahara_app' and old.status = 'draft'
    and new.status = 'confirmed') execute function second_person_confirms();
create trigger second_person_reverses after update on payrolls
  for each row when (current_user = 'mshahara_app' and old.status <> 'reversed'
    and new.status = 'reversed') execute function second_person_reverses();
create trigger second_person_salaries after insert on salaries referencing new table as added
  for each statement when (current_user = 'mshahara_app') execute function second_person_salaries();
create trigger second_person_payees after update on employees
  for each row when (current_user = 'mshahara_app'
    and payee_of(new.pay_by, new.phone, new.bank_name, new.branch_name, new.bank_code,
      new.branch_code, new.account_no)
    is distinct from payee_of(old.pay_by, old.phone, old.bank_name, old.branch_name, old.bank_code,
      old.branch_code, old.account_no)) execute function second_person_payees();
