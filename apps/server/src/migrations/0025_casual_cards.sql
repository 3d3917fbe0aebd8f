-- A tax deduction card may be a casual worker's: whose it is has to be known, to be handed out and
-- forgotten with everything else about them.

alter table byproducts
  add column casual_id uuid,
  add constraint byproducts_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id),
  add constraint byproducts_of_one check (num_nonnulls(employee_id, casual_id) < 2);
