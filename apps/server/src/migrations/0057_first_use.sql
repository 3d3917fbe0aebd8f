-- A first password serves once. The row stays until its time is over, so that whoever tries it again
-- can be told so.
alter table codes add column used_at timestamptz;

-- What a login agrees to is marked from the first sign-in with an address that others wrote on the
-- record, however late that is (`functions/members.sql`). `kind` says what they wrote: another
-- address, or that of somebody who is here already.
alter table address_changes
  add column used_at timestamptz,
  add column kind text not null default 'changed' check (kind in ('changed', 'shared'));
set local role mshahara_platform;
update address_changes c set used_at = c.changed_at
  where exists (select from memberships m where m.organization_id = c.organization_id
    and m.employee_id = c.employee_id and m.status = 'active');
reset role;
create trigger note_first_use after insert or update of status, employee_id on memberships
  for each row when (new.employee_id is not null) execute function note_first_use();
