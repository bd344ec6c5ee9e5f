-- Facts, as in 0002. How many answers that cite a domain mention each brand, packed in the row of all answers: in a
-- quarter of a year, the 25 domains of a list have 9,000 of these rows, and 54,000 with a row per brand.
alter table domain_days
  -- `brand_id answers brand_id answers …`, right while `packed_sources` says that the day is packed.
  add column brands text;

update packed_sources set is_packed = false;
