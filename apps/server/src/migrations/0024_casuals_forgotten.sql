-- After the legal period a casual worker is made anonymous as an employee is, by `erase_person`.

alter table casuals add column erased_at timestamptz;
create trigger keep_erased before update or delete on casuals
  for each row when (old.erased_at is not null) execute function keep_erased();

do $$
declare
  t text;
begin
  foreach t in array array['casuals', 'casual_advances', 'casual_deductions', 'casual_payslips'] loop
    execute format('create policy erasure on %I to mshahara_eraser using (true) with check (true)',
      t);
    execute format('grant select on %I to mshahara_eraser', t);
  end loop;
end $$;
grant update (first_name, middle_name, last_name, casual_no, id_number, phone, gender, dob, address,
  pin_no, nssf_no, nhif_no, avatar, erased_at) on casuals to mshahara_eraser;
grant update (description) on casual_advances, casual_deductions to mshahara_eraser;
grant update (person) on casual_payslips to mshahara_eraser;
