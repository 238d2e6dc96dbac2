"""What a mail needs to know before it says anything: what lacks, what stands, what may be told."""
