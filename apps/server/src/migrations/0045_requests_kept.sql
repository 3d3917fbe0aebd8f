-- A leave that was asked for, and what was said about it, stay on record.
revoke delete on leave_requests, leave_approvals from mshahara_app;
