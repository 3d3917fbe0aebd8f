-- What a payslip holds is not deleted either while its run is confirmed.

call claimed_table('employee_revenues');
call claimed_table('recur_incomes');
call claimed_table('variable_pay');
call claimed_table('leave_pay_days');
call claimed_table('leave_encashments');
call claimed_table('loans');
