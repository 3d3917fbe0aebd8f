-- Pay items with effect from a month (B30): from which one what is recorded of them counts. Without
-- one it counts for every payslip that is still to be made.
alter table allowances add column since text check (since ~ '^\d{4}-(0[1-9]|1[0-2])$');
alter table recur_incomes add column since text check (since ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  add constraint recur_incomes_since check (since is null or not one_off);

-- The guard of an income's other columns names them.
call guard_rights('recur_incomes', 'update of since', 'edit employees');

-- What an item was, and from when: only ever added to, and by the database alone.
create table item_changes (
  organization_id uuid not null default app_org() references organizations (id),
  number bigint generated always as identity,
  employee_id uuid not null,
  item_id uuid not null,
  list text not null check (list in ('allowances', 'recur_incomes')),
  since text,
  -- Payslips of months that were confirmed by then and have it otherwise.
  late_for uuid[] not null default '{}',
  name text not null,
  amount numeric(14, 2) not null,
  taxable boolean not null,
  one_off boolean not null,
  type text,
  "from" text,
  "to" text,
  ended boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, number),
  constraint item_changes_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index item_changes_of_employee on item_changes (organization_id, employee_id, item_id);

insert into item_changes (organization_id, employee_id, item_id, list, name, amount, taxable, one_off,
  type, "from", "to")
select organization_id, employee_id, id, 'allowances', name, amount, taxable, type = 'leave', type,
  null, null from allowances
union all
select organization_id, employee_id, id, 'recur_incomes', name, amount, taxable, false, null,
  to_char("from", 'YYYY-MM'), to_char("to", 'YYYY-MM') from recur_incomes where not one_off;

call org_table('item_changes', '');
call erasable('item_changes');
revoke insert, update, delete on item_changes from mshahara_app;

do $$
declare
  t text;
begin
  foreach t in array array['allowances', 'recur_incomes'] loop
    execute format('create trigger record_added after insert on %s referencing new table as added
      for each statement execute function record_item_changes()', t);
    execute format('create trigger record_changed after update on %s
      referencing old table as removed new table as added
      for each statement execute function record_item_changes()', t);
    execute format('create trigger record_removed after delete on %s
      referencing old table as removed for each statement execute function record_item_changes()', t);
  end loop;
end $$;
