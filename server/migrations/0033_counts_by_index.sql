-- Facts, as in 0002. A score adds up many days of many keywords, and the counts of a keyword are scattered over all
-- pages of a table: 430,000 of them took 950 ms. Read from the index alone, they take 310.
alter table daily_answers drop constraint daily_answers_pkey;
alter table daily_answers add primary key (workspace_id, keyword_id, day, platform, prompt_id) include (valid);
alter table daily_findings drop constraint daily_findings_pkey;
alter table daily_findings
  add primary key (workspace_id, keyword_id, reading, brand_id, day, platform, prompt_id) include (named, cited);
