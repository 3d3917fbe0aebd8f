-- Pay items above an amount need a second person (B29): what changes is noted, and judged at commit.

do $$
declare
  t text;
begin
  foreach t in array array['allowances', 'recur_incomes', 'recur_deductions', 'employee_revenues',
    'variable_pay', 'off_cycle_amounts'] loop
    execute format('create trigger note_items_added after insert on %s referencing new table as added
      for each statement when (current_user = ''mshahara_app'') execute function note_items()', t);
    execute format('create trigger note_items_changed after update on %s
      referencing old table as removed new table as added
      for each statement when (current_user = ''mshahara_app'') execute function note_items()', t);
    -- Amounts also go with their columns, which is not the application's own statement.
    execute format('create trigger note_items_removed after delete on %s
      referencing old table as removed for each statement execute function note_items()', t);
  end loop;
end $$;
