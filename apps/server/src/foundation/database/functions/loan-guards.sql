-- Who decides about a loan: a guarantor's consent, its approval, what is paid back by hand.

-- A primary user does; whoever runs the platform only where the borrower is the one there is.
create or replace function has_say_about_loans_of(borrower uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select bound_is_primary() and not (bound_is_operator() and exists (select from memberships m
    where m.organization_id = bound_org() and m.status = 'active' and m.role = 'primary'
      and m.employee_id is distinct from borrower))
$$;

create or replace function decides_loan_of(borrower uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select has_say_about_loans_of(borrower) and not somebody_else_must(borrower, null)
$$;

create or replace function guard_loan() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if acts_by_itself() then return new; end if;
  if TG_OP = 'INSERT' then
    if new.status <> 'pending' or new.employee_id is distinct from bound_employee() then
      perform refuse_decision('a loan');
    end if;
    -- What is asked for is what the product gives, now and to this person.
    if not is_loan_of_product(new.product_id, new.code, new.product, new.owed_to,
        new.guarantors_needed, new.term_months, new.rate, new.processing_fee, new.insurance_fee,
        new.amount, new.interest, new.total, new.monthly)
      or new.owed_to = 'lender'
        and new.amount > maximum_loan(new.organization_id, new.employee_id, new.term_months)
      or new.tops_up is not null and not exists (select from loans t
        where t.organization_id = new.organization_id and t.id = new.tops_up
          and (t.employee_id, t.code) = (new.employee_id, new.code) and t.outstanding > 0)
      or least(new.created_at, new.accepted_at) < app_now() - interval '1 hour'
      or greatest(new.created_at, new.accepted_at) > app_now()
      or new.claim_told_at is not null then
      perform refuse_decision('the terms of a loan');
    end if;
    return new;
  end if;
  if new.status = old.status then
    if (new.disbursed_on, new.first_month, new.claim_told_at, new.comments, new.approved_at,
          new.rejection_reason, new.withdrawn_at)
        is distinct from (old.disbursed_on, old.first_month, old.claim_told_at, old.comments,
          old.approved_at, old.rejection_reason, old.withdrawn_at)
      and not decides_loan_of(old.employee_id) then
      perform refuse_decision('a loan');
    end if;
    return new;
  end if;
  if not (case new.status when 'withdrawn' then coalesce(old.employee_id = bound_employee(), false)
      when 'rejected' then has_say_about_loans_of(old.employee_id)
      else decides_loan_of(old.employee_id) end) then
    perform refuse_decision('a loan');
  end if;
  if new.status = 'approved' and old.guarantors_needed > (select count(*) from loan_guarantors g
      where g.organization_id = old.organization_id and g.loan_id = old.id
        and g.status = 'approved' and g.employee_id <> old.employee_id) then
    perform refuse_decision('a loan without its guarantors');
  end if;
  if new.status = 'approved' and old.owed_to = 'employer' and exists (select from payslips p
      where p.organization_id = old.organization_id and p.employee_id = old.employee_id
        and p.frozen and not p.void and not p.extra and p.month = to_char(least(new.disbursed_on,
          (app_now() at time zone 'Africa/Nairobi')::date), 'YYYY-MM')) then
    perform refuse_decision('an advance of pay that is confirmed');
  end if;
  return new;
end $$;

create or replace function guard_loan_instalment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_loan loan_instalments := coalesce(new, old);
begin
  if not acts_by_itself() and not exists (select from loans l
      where l.organization_id = of_loan.organization_id and l.id = of_loan.loan_id
        and decides_loan_of(l.employee_id)) then
    perform refuse_decision('a loan');
  end if;
  return of_loan;
end $$;

-- Only the guarantor consents or refuses; only the applicant asks, and asks others.
create or replace function guard_guarantor() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if acts_by_itself() then return new; end if;
  if TG_OP = 'INSERT' then
    if new.status <> 'pending' or new.employee_id = bound_employee()
      or not exists (select from loans l
        where l.organization_id = new.organization_id and l.id = new.loan_id
          and l.employee_id = bound_employee()) then
      perform refuse_decision('a guarantor');
    end if;
    return new;
  end if;
  if (new.loan_id, new.employee_id) is distinct from (old.loan_id, old.employee_id)
    or old.employee_id is distinct from bound_employee() or old.status <> 'pending' then
    perform refuse_decision('a guarantor');
  end if;
  return new;
end $$;

call for_requests('has_say_about_loans_of(uuid)');
call as_platform('decides_loan_of(uuid)', 'guard_loan()', 'guard_loan_instalment()',
  'guard_guarantor()');
