-- What was paid over to authorities, funds and lenders: each payment once, and kept.

-- Whoever else records something of the same month and recipient is waited for.
create or replace function hold_remittance(org uuid, month text, authority text) returns void
language sql as $$
  select pg_advisory_xact_lock(hashtextextended(
    jsonb_build_array('remittance', org, month, authority)::text, 0))
$$;

-- A payment names what was on record before it, so that nobody pays twice what two have seen as open;
-- what takes back says the same as what it takes back. Who recorded it is not what the statement says.
create or replace function add_remittance_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (app_now() at time zone 'Africa/Nairobi')::date;
begin
  perform hold_remittance(new.organization_id, new.month, new.authority);
  new.created_at := app_now();
  new.paid_by := coalesce((select concat_ws(' ', u.first_name, u.last_name) from users u
    where u.id = bound_user()), 'System');
  if new.paid_before is distinct from (select coalesce(sum(p.amount), 0) from remittance_payments p
      where (p.organization_id, p.month, p.authority)
        = (new.organization_id, new.month, new.authority)) then
    raise exception 'something was recorded meanwhile' using errcode = 'check_violation',
      constraint = 'remittance_payments_meanwhile';
  end if;
  if new.takes_back is null and (new.paid_on > today or new.paid_on < (new.month || '-01')::date) then
    raise exception 'not on such a day' using errcode = 'check_violation',
      constraint = 'remittance_payments_day';
  end if;
  if new.takes_back is null and exists (select from remittance_payments p
      where (p.organization_id, p.month, p.authority)
          = (new.organization_id, new.month, new.authority)
        and p.takes_back is null and lower(p.reference) = lower(new.reference)
        and not exists (select from remittance_payments b
          where b.organization_id = p.organization_id and b.takes_back = p.id)) then
    raise exception 'recorded already' using errcode = 'check_violation',
      constraint = 'remittance_payments_twice';
  end if;
  if new.takes_back is not null and not exists (select from remittance_payments p
      where p.organization_id = new.organization_id and p.id = new.takes_back
        and p.takes_back is null and (p.month, p.authority, p.authority_name, p.amount, p.paid_on,
          p.reference) = (new.month, new.authority, new.authority_name, -new.amount, new.paid_on,
          new.reference)) then
    raise exception 'not what it takes back' using errcode = 'check_violation',
      constraint = 'remittance_payments_fit';
  end if;
  perform journal_write_remittance(new.organization_id, new.id, new.takes_back, new.month,
    new.authority, new.authority_name, new.amount, new.paid_on);
  return new;
end $$;

create or replace function keep_remittance_payment() returns trigger language plpgsql as $$
begin
  raise exception 'what was paid over is only added to' using errcode = 'check_violation',
    constraint = 'remittance_payments_kept';
end $$;

call as_platform('add_remittance_payment()');
grant execute on function hold_remittance(uuid, text, text) to mshahara_app, mshahara_platform;
