-- What a payslip said when its run was confirmed, so that a later change shows.

-- Of a whole payslip: a run's entry in the log holds one over all of its payslips. By name and in
-- this order for ever, so that what older entries say can be compared.
create or replace function payslip_digest(slip anyelement) returns text language sql stable as $$
  select encode(sha256(convert_to(case when (slip).casual_id is null
    then row((slip).organization_id, (slip).id, (slip).payroll_id, (slip).employee_id, (slip).month,
      (slip).frozen, (slip).void, (slip).digest, (slip).person, (slip).input, (slip).incomes,
      (slip).deductions, (slip).department_id, (slip).designation_id, (slip).work_station_id,
      (slip).days, (slip).days_of, (slip).salary, (slip).gross, (slip).taxable, (slip).income_tax,
      (slip).tax_relief, (slip).nhif_relief, (slip).housing_relief, (slip).paye, (slip).nssf,
      (slip).health, (slip).housing, (slip).withholding_tax, (slip).other_deductions,
      (slip).total_deductions, (slip).net, (slip).nssf_employer, (slip).housing_employer,
      (slip).nita)::text
    else row((slip).organization_id, (slip).id, (slip).payroll_id, (slip).casual_id, (slip).during,
      (slip).frozen, (slip).person, (slip).pay, (slip).pay_basis, (slip).source,
      (slip).days_worked, (slip).overtime_hours, (slip).pieces, (slip).total, (slip).overtime,
      (slip).advance, (slip).gross, (slip).statutory, (slip).total_deductions, (slip).net,
      (slip).lines, (slip).months, (slip).void)::text end, 'UTF8')), 'hex')
$$;

-- As its run's entry will have it, while it is still a draft.
create or replace function digest_when_frozen(slip anyelement) returns text
language plpgsql stable as $$
begin
  slip.frozen := true;
  return payslip_digest(slip);
end $$;

-- As its run's entry has it: a reversal makes it void only afterwards.
create or replace function digest_when_confirmed(slip anyelement) returns text
language plpgsql stable as $$
begin
  slip.void := false;
  return payslip_digest(slip);
end $$;

-- A casual worker's payslip once paid one range of days, and was never void.
create or replace function casual_digest_of_range(slip anyelement) returns text
language sql stable as $$
  select encode(sha256(convert_to(row((slip).organization_id, (slip).id, (slip).payroll_id,
      (slip).casual_id, range_merge((slip).during), (slip).frozen, (slip).person, (slip).pay,
      (slip).pay_basis, (slip).source, (slip).days_worked, (slip).overtime_hours, (slip).pieces,
      (slip).total, (slip).overtime, (slip).advance, (slip).gross, (slip).statutory,
      (slip).total_deductions, (slip).net, (slip).lines, (slip).months)::text, 'UTF8')), 'hex')
$$;

create or replace function digest_of(digests text) returns text language sql immutable as $$
  select encode(sha256(convert_to(digests, 'UTF8')), 'hex')
$$;

-- Confirmed runs whose payslips are not as the log says. An erasure's entry holds what the erased
-- ones were before and after it. Those of older versions lack what came after, and what was void
-- then has a digest that no longer tells: such a run is not compared.
create or replace function runs_unlike_their_log()
returns table (organization_id uuid, run text, fault text) language sql stable as $$
  with told as (
    select distinct on (l.subject_id) l.organization_id, l.subject_id as id,
      l.properties -> 'new' ->> 'digest' as digest
    from activity_log l
    where l.log_name in ('payroll', 'casual-payroll') and l.event = 'updated'
      and l.properties -> 'new' ?& '{payslips,net,digest}'
    order by l.subject_id, l.id
  ), erased as (
    select l.organization_id, b.key::uuid as id, b.value as before,
      l.properties -> 'new' -> 'payslips_after' ->> b.key as after
    from activity_log l, jsonb_each_text(
      case when jsonb_typeof(l.properties -> 'new' -> 'payslips_before') = 'object'
        then l.properties -> 'new' -> 'payslips_before' end) b
    where l.log_name in ('employees', 'casuals')
  ), slips as (
    select s.organization_id, s.payroll_id,
      digest_of(string_agg(coalesce(e.before, s.digest_now), '' order by s.id)) as digest,
      digest_of(string_agg(coalesce(e.before, s.digest_of_range), '' order by s.id)) as of_range,
      coalesce(bool_or(e.after <> s.digest_now), false) as erased_changed, bool_or(s.void) as void,
      coalesce(bool_or(s.void and e.before is not null and e.after is null), false) as unknown
    from (select p.organization_id, p.payroll_id, p.id, p.void,
        digest_when_confirmed(p) as digest_now,
        case when p.casual_id is not null then casual_digest_of_range(p) end as digest_of_range
      from payslips p) s
    left join erased e on e.organization_id = s.organization_id and e.id = s.id
    group by s.organization_id, s.payroll_id
  )
  select coalesce(p.organization_id, t.organization_id), coalesce(p.code, t.id),
    case when p.id is null then 'gone' when t.id is null then 'untold' else 'changed' end
  from (select * from payrolls r where r.status <> 'draft') p
  full join told t on t.organization_id = p.organization_id and t.id = p.id::text
  left join slips s on s.organization_id = p.organization_id and s.payroll_id = p.id
  where p.id is null or t.id is null or s.erased_changed or s.void and p.status = 'confirmed'
    or (not coalesce(s.unknown, false)
      and t.digest is distinct from s.digest and t.digest is distinct from s.of_range)
  order by 1, 2
$$;

grant execute on function payslip_digest(anyelement), digest_when_frozen(anyelement),
  digest_when_confirmed(anyelement)
  to mshahara_app, mshahara_platform, mshahara_eraser;
grant execute on function digest_of(text) to mshahara_app, mshahara_platform;
grant execute on function casual_digest_of_range(anyelement), runs_unlike_their_log()
  to mshahara_platform;
