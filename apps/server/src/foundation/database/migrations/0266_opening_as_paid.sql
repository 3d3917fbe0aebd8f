-- What payslips tell of a year and the P9 does not: null where it is not known (B34).
alter table opening_pay
  add column paid_gross numeric(14, 2) check (paid_gross >= 0),
  add column nssf numeric(14, 2) check (nssf between 0 and pension),
  add column net numeric(14, 2) check (net between 0 and coalesce(paid_gross, basic));
