SELECT "fill_readings_slice"($1) AS "next";
