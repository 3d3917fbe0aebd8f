-- Holds nothing: it is locked by whoever seals the log. The heads, locked for that before, are
-- vacuumed again and again while much is sealed, and the sealer waited a second for it each time.
create table sealer_turn (nothing boolean);
call guard_platform('sealer_turn');
