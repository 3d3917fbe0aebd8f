-- What `erase_person` may do, column by column. Nobody signs in as its role or becomes it.

do $$
declare
  t text;
  kept constant text[] := array['employees', 'payslips', 'payslip_mails', 'employee_files',
    'employee_revenues', 'recur_incomes', 'recur_deductions', 'byproducts', 'memberships', 'users',
    'sessions', 'codes', 'devices', 'identities', 'answers', 'mails', 'activity_log',
    'activity_unsealed'];
begin
  foreach t in array kept loop
    execute format('create policy erasure on %I to mshahara_eraser using (true) with check (true)',
      t);
    execute format('grant select on %I to mshahara_eraser', t);
  end loop;
end $$;
grant delete on payslip_mails, employee_files, byproducts, memberships, sessions, codes, devices,
  identities, answers, mails to mshahara_eraser;
grant update (first_name, middle_name, last_name, employee_no, id_number, phone, email, gender, dob,
  address, disability, disability_certificate_no, disability_certificate_expiry, kin_name,
  kin_relationship, kin_phone, pin_no, nhif_no, nssf_no, bank_name, branch_name, account_no,
  bank_code, branch_code, avatar, email_payslip, erased_at) on employees to mshahara_eraser;
grant update (person, digest) on payslips to mshahara_eraser;
grant update (description) on recur_incomes, recur_deductions, employee_revenues to mshahara_eraser;
grant update (first_name, last_name, phone, avatar, email, pending_email, password_hash)
  on users to mshahara_eraser;
grant update (description, properties, salt, erased, erasure_proof) on activity_log
  to mshahara_eraser;
grant insert on activity_log, activity_unsealed to mshahara_eraser;
