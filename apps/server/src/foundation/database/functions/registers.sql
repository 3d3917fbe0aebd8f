-- Payrolls beside the registers of another system (B34).

-- What a run comes to, person by person, in the figures that registers are compared in.
create or replace function compared_figures(org uuid, run uuid) returns text
language sql stable as $$
  select coalesce(encode(sha256(convert_to(string_agg(concat_ws(' ', s.employee_id, s.salary, s.gross,
    s.taxable, s.paye, s.nssf, s.health, s.housing, s.other_deductions, s.total_deductions, s.net),
    ',' order by s.employee_id, s.id), 'utf8')), 'hex'), '')
  from payslips s where s.organization_id = org and s.payroll_id = run
$$;

-- Who compared it and when is not what the statement says.
create or replace function compared_by_whom() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.made_by := coalesce((select concat_ws(' ', u.first_name, u.last_name) from users u
    where u.id = bound_user()), 'System');
  new.made_at := app_now();
  new.digest := compared_figures(new.organization_id, new.id);
  return new;
end $$;

call as_platform('compared_by_whom()');
grant execute on function compared_figures(uuid, uuid) to mshahara_app, mshahara_platform;
