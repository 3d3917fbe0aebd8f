-- What employees propose to change of their own record, and what staff made of it.

alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check
  check (purpose in ('sign-in', 'sign-up', 'reset', 'activation', 'email', 'details'));

create table detail_proposals (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  employee_id uuid not null,
  status text not null default 'open' check (status in ('open', 'decided', 'withdrawn')),
  -- Rises with each change of the proposal: codes and decisions belong to one.
  revision int not null default 1,
  -- Which contacts have to be confirmed by a code, and how that was done.
  needs_old boolean not null,
  needs_new boolean not null,
  old_confirmed_at timestamptz,
  old_by text check (old_by in ('text', 'email')),
  new_confirmed_at timestamptz,
  ready boolean not null generated always as ((not needs_old or old_confirmed_at is not null)
    and (not needs_new or new_confirmed_at is not null)) stored,
  reason text,
  -- Whoever decided said that they had called the person.
  called boolean not null default false,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint detail_proposals_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint detail_proposals_decided
    check ((status = 'decided') = (decided_at is not null and decided_by is not null)),
  constraint detail_proposals_old check ((old_confirmed_at is null) = (old_by is null))
);
create unique index detail_proposals_one_open on detail_proposals (organization_id, employee_id)
  where status = 'open';
create index detail_proposals_of_employee
  on detail_proposals (organization_id, employee_id, number desc);
create index detail_proposals_newest on detail_proposals (organization_id, number desc);
call org_table('detail_proposals', 'my-details');
create trigger keep_proposal before update or delete on detail_proposals
  for each row execute function keep_detail_proposal();

create table detail_changes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  proposal_id uuid not null,
  subject text not null check (subject in ('phone', 'address', 'kin', 'bank', 'photo')),
  before jsonb not null,
  after jsonb not null,
  -- A proposed picture, as long as it waits.
  file text,
  accepted boolean,
  primary key (organization_id, id),
  constraint detail_changes_proposal foreign key (organization_id, proposal_id)
    references detail_proposals (organization_id, id),
  constraint detail_changes_once unique (organization_id, proposal_id, subject)
);
create index detail_changes_files on detail_changes (organization_id, file) where file is not null;
-- The proposal is logged, and what is accepted is logged with the employee.
call org_table('detail_changes', '');
create trigger keep_change before insert or update or delete on detail_changes
  for each row execute function keep_detail_change();

-- What `erase_person` may do here.
do $$
declare
  t text;
begin
  foreach t in array array['detail_proposals', 'detail_changes'] loop
    execute format('create policy erasure on %I to mshahara_eraser using (true) with check (true)',
      t);
    execute format('grant select, delete on %I to mshahara_eraser', t);
  end loop;
end $$;
