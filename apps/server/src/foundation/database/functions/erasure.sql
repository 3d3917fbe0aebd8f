-- After the legal period a person is made anonymous. One door leads there: `erase_person`, which asks
-- for its conditions itself and works as a role that nobody can sign in as or become, and whose
-- rights name every column it may touch.

-- ---------------------------------------------------------------- the conditions

create or replace function keep_erased() returns trigger language plpgsql as $$
begin
  raise exception 'person was erased' using errcode = 'check_violation',
    constraint = case TG_TABLE_NAME when 'casuals' then 'casuals_erased' else 'employees_erased' end;
end $$;

-- Somebody employed by the month or by the day; no two have one id.
create or replace function person_called(org uuid, whom uuid)
returns table (id uuid, log_name text, folder text, number bigint, status text,
  termination_date date, avatar text, erased_at timestamptz)
language sql stable as $$
  select e.id, 'employees', 'employee/', e.number, e.status, e.termination_date, e.avatar,
    e.erased_at
  from employees e where e.organization_id = org and e.id = whom
  union all
  select c.id, 'casuals', 'casual/', c.number, c.status, c.termination_date, c.avatar, c.erased_at
  from casuals c where c.organization_id = org and c.id = whom
$$;

-- Five full years after the year in which the person left or was last paid.
create or replace function kept_until(org uuid, whom uuid) returns date language sql stable as $$
  select make_date(5 + extract(year from greatest(p.termination_date, (
    select max(coalesce((s.month || '-01')::date, upper(s.during) - 1)) from payslips s
    where s.organization_id = org and (s.employee_id = whom or s.casual_id = whom))))::int, 12, 31)
  from person_called(org, whom) p
$$;

create or replace function erasure_refused(org uuid, whom uuid) returns text language plpgsql stable as $$
declare
  e record;
begin
  select * into e from person_called(org, whom);
  return case
    when e.id is null then 'There is no such person in this organisation.'
    when e.erased_at is not null then 'This person has already been erased.'
    when e.status <> 'terminated' or e.termination_date > app_now()
      then 'This person is still employed. Nothing is erased before they have left.'
    when kept_until(org, whom) >= (app_now() at time zone 'Africa/Nairobi')::date
      then format('The law requires these records to be kept until %s.', kept_until(org, whom))
    when exists (select from payslips s where s.organization_id = org
        and (s.employee_id = whom or s.casual_id = whom) and not s.frozen)
      then 'This person is in a payroll that is not confirmed.'
    when exists (select from employee_revenues r where r.organization_id = org
        and r.employee_id = whom and r.status = 'draft')
      then 'This person has commission that was not paid out.'
    when exists (select from loans l where l.organization_id = org and l.employee_id = whom
        and (l.outstanding > 0 or l.status = 'pending'))
      then 'This person has a loan that is not repaid.'
    when exists (select from final_claims c where c.organization_id = org and c.employee_id = whom
        and c.amount > (select coalesce(sum(n.amount), 0) from final_claim_entries n
          where n.organization_id = org and n.claim_id = c.id))
      then 'This person still owes what final dues could not take.'
    when exists (select from memberships m where m.organization_id = org
        and m.employee_id = whom and m.role <> 'employee' and m.status = 'active')
      then 'This person still works in the application. Deactivate the user first.'
  end;
end $$;

-- ---------------------------------------------------------------- what is about a person

-- The login that came with the employment; it goes too where nothing else needs it.
create or replace function login_of(org uuid, whom uuid) returns uuid language sql stable as $$
  select user_id from memberships where organization_id = org and employee_id = whom
$$;

create or replace function login_goes(org uuid, login uuid) returns boolean language sql stable as $$
  select not super_admin and not exists (
    select from memberships m where m.user_id = login and m.organization_id <> org)
  from users where id = login
$$;

-- The last nine digits of a number, however it is written.
create or replace function digits_of(phone text) returns text language sql immutable as $$
  select nullif(right(regexp_replace(phone, '\D', '', 'g'), 9), '')
$$;

create or replace function phones_of(org uuid, whom uuid) returns text[] language sql stable as $$
  select array(select digits_of(phone) from employees where organization_id = org and id = whom
    union select digits_of(phone) from casuals where organization_id = org and id = whom
    union select digits_of(phone) from users where id = login_of(org, whom))
$$;

-- A seal covers a salted digest of an entry's words. Without words and salt nobody can guess them,
-- and the chain is proven all the same.
create or replace function entry_digest(salt uuid, description text, properties jsonb) returns bytea
language sql immutable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(salt, description, properties)::text, 'UTF8'))
$$;

-- Entries about the person's records and login, as they will read afterwards.
create or replace function entries_to_erase(org uuid, whom uuid)
returns table (id bigint, digest bytea, description text, properties jsonb, has_salt boolean)
language sql stable as $$
  with about as (
    select l.subject_id from activity_log l where l.organization_id = org
      and l.log_name in ('employees', 'pay-items', 'loans', 'exports', 'payroll', 'leave',
        'casuals', 'casual-payroll', 'my-details', 'pensions')
      and whom::text in (l.properties -> 'new' ->> 'employee_id',
        l.properties -> 'old' ->> 'employee_id', l.properties -> 'new' ->> 'casual_id',
        l.properties -> 'old' ->> 'casual_id')
    union select whom::text
    union select login_of(org, whom)::text
    -- What they ordered for the organisation, and what was ordered from their phone.
    union select l.subject_id from activity_log l where l.organization_id = org
      and l.log_name = 'billing' and (l.properties -> 'new' ->> 'ordered_by'
        = login_of(org, whom)::text
        or digits_of(l.properties -> 'new' ->> 'phone') = any (phones_of(org, whom)))
  ), own as (
    select l.* from activity_log l join about using (subject_id)
    where l.erased is null and (l.organization_id = org
      or (l.organization_id is null and login_goes(org, login_of(org, whom))))
    union
    select l.* from activity_log l where l.erased is null and l.organization_id = org
      and l.log_name = 'users' and whom::text in (l.properties -> 'new' ->> 'employee_id',
        l.properties -> 'old' ->> 'employee_id')
  )
  select o.id, entry_digest(o.salt, o.description, o.properties),
    case when o.causer_id = login_of(org, whom) then 'Erased person' else o.description end,
    '{"new": {"erased": true}}'::jsonb, o.salt is not null
  from own o order by o.id
$$;

-- What is kept of a frozen payslip's person: how they were employed, and nothing that names them.
create or replace function anonymous(person jsonb, number bigint) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, case
    when key in ('tos', 'department', 'designation', 'station', 'employment_date',
      'termination_date', 'resident', 'primary_employment', 'nssf_tier2_contracted_out',
      'nssf_continues', 'vat_registered', 'pay_by', 'piece') then value
    when key = 'first_name' then '"Erased"' when key = 'last_name' then '"person"'
    when key in ('employee_no', 'casual_no', 'id_number') then to_jsonb('ERASED-' || number)
    when key in ('disability', 'email_payslip') then 'false'::jsonb
    else 'null' end)
  from jsonb_each(person)
$$;

-- ---------------------------------------------------------------- the door

-- Forgets the login: entirely where it serves nothing else, else only its place here.
create or replace function erase_login(org uuid, whom uuid) returns text language plpgsql as $$
declare
  login uuid := login_of(org, whom);
  goes boolean := login_goes(org, login);
  picture text;
begin
  delete from mails m using users u where u.id = login and m.recipient = u.email
    and (m.organization_id = org or goes);
  delete from codes c using users u where u.id = login and c.email = u.email
    and (c.organization_id = org or goes);
  delete from sessions where user_id = login and (organization_id = org or goes);
  delete from answers where user_id = login;
  delete from memberships where organization_id = org and user_id = login;
  if goes then
    delete from codes where user_id = login;
    delete from devices where user_id = login;
    delete from second_factors where user_id = login;
    delete from push_subscriptions where user_id = login;
    delete from recovery_codes where user_id = login;
    delete from identities where user_id = login;
    delete from unsubscribe_links l using users u where u.id = login and l.email = u.email;
    delete from unsubscribed l using users u where u.id = login and l.email = u.email;
    update mass_email_recipients r set email = 'erased-' || u.id || '@erased.invalid' from users u
      where u.id = login and r.email = u.email;
    select avatar into picture from users where id = login;
    update users set first_name = 'Erased', last_name = 'person', phone = null, avatar = null,
      email = 'erased-' || id || '@erased.invalid', pending_email = null, password_hash = null
    where id = login;
  end if;
  return picture;
end $$;

-- Forgets who paid for the subscription and from which phone; what was paid stays. Before the
-- login, by which they are known.
create or replace function erase_payer(org uuid, whom uuid) returns void language plpgsql as $$
declare
  login uuid := login_of(org, whom);
  phones text[] := phones_of(org, whom);
  prompts uuid[];
begin
  select array_agg(p.id) into prompts from payment_pushes p
    join payment_orders o on o.organization_id = org and o.id = p.order_id
    where p.organization_id = org and (o.ordered_by = login or digits_of(p.phone) = any (phones));
  delete from provider_events where subject = 'billing' and subject_id = any (prompts);
  update payment_steps set text = regexp_replace(text, '(0|254)[17]\d{8}', 'ERASED', 'g')
    where organization_id = org and push_id = any (prompts);
  update payment_pushes set phone = 'ERASED' where organization_id = org and id = any (prompts);
  -- That they want no messages stays: it is how they go on being left alone.
  delete from phone_numbers where digits = any (phones) and stopped_at is null;
  update payment_orders set phone = null
    where organization_id = org and (ordered_by = login or digits_of(phone) = any (phones));
  update payment_orders set ordered_name = 'Erased person', ordered_email = null
    where organization_id = org and ordered_by = login;
end $$;

-- Forgets the papers: the person's own, and every file of a run that lists them, which can be made
-- again without them.
create or replace function erase_papers(org uuid, whom uuid) returns text[] language plpgsql as $$
declare
  gone text[];
begin
  with files as (
    delete from employee_files where organization_id = org and employee_id = whom
    returning 'employee/' || file as name
  ), proposed as (
    delete from detail_changes c using detail_proposals p where c.organization_id = org
      and p.organization_id = org and p.id = c.proposal_id and p.employee_id = whom
    returning 'employee/' || c.file as name
  ), notes as (
    delete from leave_request_files f using leave_requests r where f.organization_id = org
      and r.organization_id = org and r.id = f.request_id and r.employee_id = whom
    returning 'leave-attachments/' || f.file as name
  ), made as (
    delete from byproducts b where b.organization_id = org and (whom in (b.employee_id, b.casual_id)
      or (b.payroll_id is null and b.employee_id is null and b.payslip_id is null)
      or b.payroll_id in (select s.payroll_id from payslips s
        where s.organization_id = org and s.employee_id = whom)
      or b.payslip_id in (select s.id from payslips s
        where s.organization_id = org and s.employee_id = whom))
    returning case when b.payslip_id is null then 'byproducts/' else 'payslips/' end || b.file
      as name
  ), proofs as (
    select 'loans/' || n.file as name from loan_entries n join loans l
      on l.organization_id = n.organization_id and l.id = n.loan_id
    where l.organization_id = org and l.employee_id = whom and n.file is not null
  ) select array_agg(name) into gone from (
    select * from files union all select * from proposed union all select * from notes
    union all select * from made union all select * from proofs) f;
  return gone;
end $$;

create or replace function erase_records(org uuid, whom uuid) returns void language plpgsql as $$
begin
  update loans set purpose = 'Erased', comments = null, accepted_from = null, accepted_with = null,
    rejection_reason = case when rejection_reason is not null then 'Erased' end,
    cancellation_reason = case when cancellation_reason is not null then 'Erased' end
    where organization_id = org and employee_id = whom;
  update leave_pay_days set outcome_reason = 'Erased'
    where organization_id = org and employee_id = whom and status = 'closed';
  update loan_entries n set reference = null, note = null, file = null from loans l
    where n.organization_id = org and l.organization_id = org and l.id = n.loan_id
      and l.employee_id = whom;
  update leavings set exempt_reason = 'Erased'
    where organization_id = org and employee_id = whom and exempt_reason is not null;
  update leaving_lines set label = 'Erased', reason = 'Erased'
    where organization_id = org and employee_id = whom;
  update final_claim_entries set reference = null, note = 'Erased'
    where organization_id = org and employee_id = whom;
  update loan_guarantors set accepted_from = null, accepted_with = null,
    rejection_reason = case when rejection_reason is not null then 'Erased' end
    where organization_id = org and employee_id = whom;
  delete from mails m where m.organization_id = org and (m.recipient = (select email
      from employees where organization_id = org and id = whom)
    or m.id in (select p.mail_id from payslip_mails p join payslips s on s.id = p.payslip_id
      where s.organization_id = org and s.employee_id = whom)
    or m.id in (select c.mail_id from card_mails c
      where c.organization_id = org and c.employee_id = whom));
  delete from card_mails where organization_id = org and employee_id = whom;
  delete from mails where organization_id = org and lane = 'texts'
    and digits_of(recipient) = any (phones_of(org, whom));
  delete from detail_proposals where organization_id = org and employee_id = whom;
  update proposals set title = 'Erased person', shown = '[]', input = '{}'
  where organization_id = org and (subject_id = whom or whom = any (people)
    -- Whoever was added by one was nobody before: it knows them by their number.
    or acts @> '{joining}' and exists (select from employees e where e.organization_id = org
      and e.id = whom and position(to_json(e.id_number)::text in input::text) > 0)
    or acts @> '{joining}' and exists (select from casuals c where c.organization_id = org
      and c.id = whom and position(to_json(c.id_number)::text in input::text) > 0));
  delete from provider_events v using payout_attempts a, payouts o
    where v.subject_id = a.id and a.organization_id = org and a.payout_id = o.id
      and o.organization_id = org and o.payee_id = whom;
  update payout_attempts a set name = 'Erased person', account = 'ERASED', bank = 'ERASED'
    from payouts o where a.organization_id = org and a.payout_id = o.id
      and o.organization_id = org and o.payee_id = whom;
  delete from payslip_mails p using payslips s where p.organization_id = org
    and s.organization_id = org and s.id = p.payslip_id and s.employee_id = whom;
  update recur_incomes set description = null where organization_id = org and employee_id = whom;
  update recur_deductions set description = null
    where organization_id = org and employee_id = whom;
  update benefits set description = null where organization_id = org and employee_id = whom;
  update pension_members set member_no = null where organization_id = org and employee_id = whom;
  update employee_revenues set description = null
    where organization_id = org and employee_id = whom;
  update leave_requests set reason = null, rejection_reason = null
    where organization_id = org and employee_id = whom;
  update leave_approvals a set comments = null from leave_requests r where a.organization_id = org
    and r.organization_id = org and r.id = a.request_id and r.employee_id = whom;
  update leave_entries n set reason = 'Erased', reason_code = null
    from leave_balances b where n.organization_id = org
    and b.organization_id = org and b.id = n.balance_id and b.employee_id = whom
    and n.reason is not null;
  update leave_encashments set reason = 'Erased' where organization_id = org and employee_id = whom;
  update payslips s set digest = 'erased', person = anonymous(s.person, e.number) from employees e
    where s.organization_id = org and s.employee_id = whom
      and e.organization_id = org and e.id = whom;
  update employees set first_name = 'Erased', middle_name = null, last_name = 'person',
    employee_no = 'ERASED-' || number, id_number = 'ERASED-' || number, phone = null, email = null,
    gender = null, dob = null, address = null, disability = false,
    disability_certificate_no = null, disability_certificate_expiry = null, kin_name = null,
    kin_relationship = null, kin_phone = null, pin_no = null, nhif_no = null, nssf_no = null,
    bank_name = null, branch_name = null, account_no = null, bank_code = null,
    branch_code = null, avatar = null, email_payslip = false, erased_at = app_now()
  where organization_id = org and id = whom;
end $$;

-- Marks, days and amounts stay: they say how much was worked, and no longer by whom.
create or replace function erase_casual(org uuid, whom uuid) returns void language plpgsql as $$
begin
  update casual_advances set description = null where organization_id = org and casual_id = whom;
  update casual_deductions set description = null where organization_id = org and casual_id = whom;
  update payslips s set person = anonymous(s.person, c.number) || '{"phone": ""}'
    from casuals c where s.organization_id = org and s.casual_id = whom
      and c.organization_id = org and c.id = whom;
  update casuals set first_name = 'Erased', middle_name = null, last_name = 'person',
    casual_no = 'ERASED-' || number, id_number = 'ERASED-' || number, phone = '', gender = null,
    dob = null, address = null, pin_no = null, nhif_no = null, nssf_no = null, avatar = null,
    erased_at = app_now()
  where organization_id = org and id = whom;
end $$;

create or replace function payslip_digests_of(org uuid, whom uuid) returns jsonb
language sql stable as $$
  select jsonb_object_agg(s.id, digest_when_confirmed(s)) from payslips s
  where s.organization_id = org and (s.employee_id = whom or s.casual_id = whom)
$$;

-- All of it or nothing. `proofs` holds one for every entry of `entries_to_erase`, by its id. The
-- erasure is an entry itself: it lists the entries, the stored files that are to go, and the digest
-- each payslip had before and has after, so that the one of its run can still be checked.
create or replace function erase_person(org uuid, whom uuid, why text, proofs jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refusal text;
  e record;
  blinded bigint[];
  files text[];
  before jsonb;
  entry bigint;
begin
  perform from employees where organization_id = org and id = whom for update;
  perform from casuals where organization_id = org and id = whom for update;
  select * into e from person_called(org, whom);
  refusal := case when length(trim(coalesce(why, ''))) < 5 then 'Please give a reason.'
    else erasure_refused(org, whom) end;
  if refusal is not null then
    raise exception '%', refusal using errcode = 'check_violation', constraint = 'not_erasable';
  end if;
  if exists (select from entries_to_erase(org, whom) where not has_salt) then
    raise exception 'The log has entries about this person that were sealed by an older version. Run "npm run rotate-key" once, which seals them again.'
      using errcode = 'check_violation', constraint = 'not_erasable';
  end if;
  if (select array_agg(x.id order by x.id) from entries_to_erase(org, whom) x) is distinct from
     (select array_agg(k::bigint order by k::bigint) from jsonb_object_keys(proofs) k) then
    raise exception 'The records of this person changed at this moment. Please try again.'
      using errcode = 'check_violation', constraint = 'not_erasable';
  end if;
  with done as (
    update activity_log l set description = x.description, properties = x.properties,
      erased = x.digest, salt = null, erasure_proof = decode(proofs ->> x.id::text, 'hex')
    from entries_to_erase(org, whom) x where l.id = x.id returning l.id
  ) select array_agg(id order by id) into blinded from done;
  before := payslip_digests_of(org, whom);
  perform erase_payer(org, whom);
  files := erase_papers(org, whom) || (e.folder || e.avatar)
    || ('user/' || erase_login(org, whom));
  perform erase_records(org, whom);
  perform erase_casual(org, whom);
  insert into activity_log (organization_id, causer_id, description, log_name, event, subject_id,
    properties)
  values (org, app_user(), coalesce(nullif(current_setting('app.actor', true), ''), 'System'),
    e.log_name, 'updated', whom::text, jsonb_build_object('new', jsonb_build_object(
      'erasure', trim(why), 'erased_entries', coalesce(to_jsonb(blinded), '[]'),
      'erased_files', to_jsonb(array_remove(files, null)), 'payslips_before', before,
      'payslips_after', payslip_digests_of(org, whom))))
  returning id into entry;
  insert into activity_unsealed values (entry);
  return entry;
end $$;

-- ---------------------------------------------------------------- rights

alter function erase_person(uuid, uuid, text, jsonb) owner to mshahara_eraser;
grant execute on function person_called(uuid, uuid), kept_until(uuid, uuid), erasure_refused(uuid, uuid),
  login_of(uuid, uuid), login_goes(uuid, uuid), entries_to_erase(uuid, uuid), digits_of(text),
  phones_of(uuid, uuid), entry_digest(uuid, text, jsonb) to mshahara_eraser, mshahara_platform;
grant execute on function anonymous(jsonb, bigint), erase_login(uuid, uuid),
  erase_payer(uuid, uuid), erase_papers(uuid, uuid), erase_records(uuid, uuid),
  erase_casual(uuid, uuid), payslip_digests_of(uuid, uuid) to mshahara_eraser;
grant execute on function erase_person(uuid, uuid, text, jsonb) to mshahara_platform;
