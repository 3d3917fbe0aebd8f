-- What the application's own role can order. Whoever writes statements as the application, in
-- anybody's session, can order no more than that person can on the screens (C14, C19, C20).

create or replace function refuse_order(why text) returns void language plpgsql as $$
begin
  raise exception '%', why using errcode = 'insufficient_privilege', constraint = 'payouts_guarded';
end $$;

-- Was written by this very transaction, so that what was agreed to long ago orders nothing again.
create or replace function is_of_now(row_xmin xid) returns boolean language sql stable as $$
  select row_xmin = pg_current_xact_id_if_assigned()::xid
$$;

create or replace function guard_payout_request() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'INSERT' then
    if new.requested_by is distinct from bound_user()
      or not counts_as_payer(new.organization_id, bound_user())
      or new.decided_by is not null or new.state not in ('waiting', 'approved')
      or new.state = 'approved' and second_person_needed(new.organization_id) then
      perform refuse_order('they may not order payouts');
    end if;
    new.created_at := app_now();
    new.expires_at := least(new.expires_at, app_now() + interval '24 hours');
    return new;
  end if;
  if to_jsonb(new) - '{state,decided_by,decided_name,decided_at}'::text[]
      <> to_jsonb(old) - '{state,decided_by,decided_name,decided_at}'::text[]
    or old.state <> 'waiting' or not bound_may('pay payrolls')
    or new.decided_by is distinct from
      (case when new.state <> 'expired' then bound_user() end) then
    perform refuse_order('they may not decide about payouts');
  end if;
  if new.state = 'approved' and (bound_user() = old.requested_by or old.expires_at <= app_now()
      or not counts_as_payer(old.organization_id, bound_user())
      or not counts_as_payer(old.organization_id, old.requested_by)) then
    perform refuse_order('they are not the second person');
  end if;
  return new;
end $$;

-- Of an order that was agreed to in this transaction, and of its run.
create or replace function guard_payouts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from added a where not exists (select from payout_requests r
      where r.organization_id = a.organization_id and r.id = a.request_id and r.state = 'approved'
        and r.run_id = a.run_id and is_of_now(r.xmin))) then
    perform refuse_order('no order was agreed to');
  end if;
  return null;
end $$;

-- Only with an order can the cents of a payout be others.
create or replace function guard_cents() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from changed) and not counts_as_payer(bound_org(), bound_user()) then
    perform refuse_order('they may not order payouts');
  end if;
  return null;
end $$;

-- An instruction follows the person's record of today. Where two people pay it is what both saw: of
-- a new order, whoever was not touched since it was asked for. Under an older order it is only ever
-- the next try of what was ordered then, where two people pay to the same account. What somebody
-- has said since, so that it can be paid, no order knew; and whoever is held back was ticked with
-- this very order.
create or replace function guard_instructions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  alone boolean := not second_person_needed(bound_org());
begin
  if exists (select from added a
    join payouts o on o.organization_id = a.organization_id and o.id = a.payout_id
    left join payout_requests r on r.organization_id = a.organization_id and r.id = a.request_id
    join lateral (
      select e.*, is_held_back(e.status, e.termination_date,
        last_paid_day(o.organization_id, o.slip_id)) as is_held_back
      from payees e where e.organization_id = o.organization_id and e.id = o.payee_id) p on true
    left join integrations i on i.organization_id = a.organization_id and i.id = a.integration_id
    where not (coalesce(r.state = 'approved' and r.run_id = o.run_id, false)
        and (is_of_now(r.xmin) and (alone or coalesce(p.payee_changed_at <= r.created_at, true))
          or exists (select from payout_attempts earlier
            where earlier.organization_id = a.organization_id and earlier.payout_id = a.payout_id
              and earlier.request_id = a.request_id and earlier.attempt_no < a.attempt_no
              and (alone or (earlier.account, earlier.bank_code)
                is not distinct from (a.account, a.bank_code))))
        and a.state = 'created' and a.settled_by is null and a.receipt is null
        and a.slip_id = o.slip_id and a.amount = o.amount and p.pay_by = o.method
        and array[a.account, a.bank_code]
          = place_on_record(p.pay_by, p.phone, p.account_no, p.bank_code)
        and (not p.is_held_back or is_of_now(r.xmin) and a.slip_id = any (r.leavers))
        and (alone
          or coalesce(payment_freed_at(a.organization_id, a.slip_id) <= r.created_at, true))
        and coalesce(i.status = 'active' and i.type = o.method and i.provider = a.provider, false)))
  then
    perform refuse_order('this is not what was ordered');
  end if;
  if exists (select from (select distinct organization_id, request_id from added) a
    join payout_requests r on r.organization_id = a.organization_id and r.id = a.request_id
    join lateral (select count(*) as people, sum(d.amount) as amount
      from (select distinct on (t.slip_id) t.amount from payout_attempts t
        where t.organization_id = r.organization_id and t.request_id = r.id
        order by t.slip_id) d) s on true
    where s.people > r.count or s.amount > r.total) then
    perform refuse_order('this is more than was ordered');
  end if;
  if not counts_as_payer(bound_org(), bound_user()) then
    perform refuse_order('they may not pay');
  end if;
  return null;
end $$;

-- People ask again, withdraw what was not sent, send with other credentials, and decide what no
-- question could settle; everything else about an instruction is the provider's word.
create or replace function guard_instruction_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from changed) then return null; end if;
  if not bound_may('pay payrolls') then perform refuse_order('they may not pay'); end if;
  if exists (select from changed n
    join former o on o.organization_id = n.organization_id and o.id = n.id
    where not case
      when n.state = o.state then (n.settled_by, n.settled_at, n.receipt, n.provider_ref, n.sent_at)
          is not distinct from (o.settled_by, o.settled_at, o.receipt, o.provider_ref, o.sent_at)
        and (n.integration_id = o.integration_id or exists (select from integrations i
          where i.organization_id = n.organization_id and i.id = n.integration_id
            and i.status = 'active' and i.provider = n.provider))
      when o.state = 'created' and n.state = 'failed' then
        n.settled_by = 'withdrawn' and n.receipt is null
      when o.state = 'review' and n.state in ('paid', 'failed') then
        n.settled_by = 'person' and exists (select from payout_decisions d
          where d.organization_id = n.organization_id and d.attempt_id = n.id
            and d.agreed_at is not null and d.paid = (n.state = 'paid') and is_of_now(d.xmin))
      -- The one instruction that was paid, once the other has failed.
      when o.state = 'failed' and n.state = 'paid' then
        o.receipt is not null and n.receipt = o.receipt
      else false end) then
    perform refuse_order('only the provider says what became of a payment');
  end if;
  return null;
end $$;

create or replace function guard_payout_decision() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  alone boolean := not second_person_needed(new.organization_id);
  me uuid := bound_user();
begin
  if not counts_as_payer(new.organization_id, me) or TG_OP = 'UPDATE' and (
      old.agreed_at is not null or new.attempt_id <> old.attempt_id) then
    perform refuse_order('they may not decide');
  end if;
  -- One's own conclusion, or one's agreement to what somebody else who may pay has found.
  if new.agreed_at is null and new.decided_by = me and new.agreed_by is null then return new; end if;
  if new.agreed_at is not null and alone and new.decided_by = me and new.agreed_by is null then
    return new;
  end if;
  if TG_OP = 'UPDATE' and new.agreed_at is not null and new.agreed_by = me
    and (new.decided_by, new.paid, new.reference, new.reason)
      is not distinct from (old.decided_by, old.paid, old.reference, old.reason)
    and (alone or new.decided_by <> me and counts_as_payer(new.organization_id, new.decided_by))
  then
    return new;
  end if;
  perform refuse_order('somebody else has to agree');
  return null;
end $$;

call as_platform('refuse_order(text)', 'is_of_now(xid)', 'guard_payout_request()',
  'guard_payouts()', 'guard_cents()', 'guard_instructions()', 'guard_instruction_changes()',
  'guard_payout_decision()');
