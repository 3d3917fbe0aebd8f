-- Who is asked about leave, and by which days it is counted, is said by whoever keeps the records.
call guard_rights('leave_approvers', 'insert or update or delete', 'edit leaves');
call guard_rights('leave_holidays', 'insert or update or delete', 'edit leaves');
call guard_rights('leave_settings', 'update', 'edit leaves');
