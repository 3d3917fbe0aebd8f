-- That a payroll was held against the register of another system, and how it came out (B34). Of the
-- register itself nothing is kept: no names and no amounts.
create table register_outcomes (
  organization_id uuid not null default app_org() references organizations (id),
  -- The payroll: the last comparison is what counts.
  id uuid not null,
  -- In both, and how many of them agree in every figure.
  people integer not null check (people >= 0),
  equal_people integer not null check (equal_people between 0 and people),
  -- All that was compared, and nobody in one of them alone.
  equal boolean not null check (not equal or people > 0 and equal_people = people),
  figures text[] not null,
  -- What the payroll came to then.
  digest text not null default '',
  made_by text not null default '',
  made_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint register_outcomes_payroll foreign key (organization_id, id)
    references payrolls (organization_id, id) on delete cascade
);
call org_table('register_outcomes', 'registers');
revoke delete on register_outcomes from mshahara_app;
call guard_rights('register_outcomes', 'insert or update', 'view payrolls');
create trigger compared_by_whom before insert or update on register_outcomes
  for each row execute function compared_by_whom();
