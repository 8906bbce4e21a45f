-- The case keys lie in a database of their own: a backup that holds keys and words together outlives every erasure.
CREATE DATABASE turnkeep;
CREATE DATABASE turnkeep_keys;
