-- Only casuals are paid by days. While the index held everybody, the planner looked employees up in
-- it, one organisation at a time: a first run of thousands compared all with all.
alter table payslips drop constraint payslips_once_a_day;
alter table payslips add constraint payslips_once_a_day exclude using gist
  (organization_id with =, casual_id with =, during with &&)
  where (not void and during is not null);
