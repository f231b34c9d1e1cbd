"""What comes out: texts, tables, workbooks and pages, each written whole and never over a file of the person."""
